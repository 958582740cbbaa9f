import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

/** The nonce of this response's content security policy; empty without a policy (development). */
export const nonceContext = createContext<string>('')

/**
 * The nonce of `nonceContext` for components during server rendering. Undefined in the browser, which hides nonces from
 * scripts.
 */
export const NonceContext = createReactContext<string | undefined>(undefined)
