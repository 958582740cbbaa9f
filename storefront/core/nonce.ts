import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

/** The nonce of this answer's content security policy; empty where there is no policy (development). */
export const nonceContext = createContext<string>('')

/** The same for components while they are rendered on the server; browsers hide it from scripts anyway. */
export const NonceContext = createReactContext<string | undefined>(undefined)
