import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { TextsProvider } from './core/texts.tsx'
import { router } from './routes.tsx'
import './styles.ts'

const root = document.getElementById('office')
if (!root) throw new Error('index.html has no element for the back office')
createRoot(root).render(
  <StrictMode>
    <TextsProvider>
      <RouterProvider router={router} />
    </TextsProvider>
  </StrictMode>,
)
