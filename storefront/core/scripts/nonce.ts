import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

/** The nonce of this response's content security policy; empty without a policy (development). */
export const nonceContext = createContext<string>('')

/**
 * The same nonce for components during server rendering. It is not available in the browser, which hides nonces from
 * scripts.
 */
export const NonceContext = createReactContext<string | undefined>(undefined)
