import type { Call } from '#contract/call.ts'
import { listCalls } from '#contract/calls.ts'
import { describeApi } from '#server/platform/http/openapi.ts'

/** Builds example inputs of calls, only from the API's own description. */

interface Content {
  schema: Record<string, unknown>
  example?: unknown
}
export interface Operation {
  operationId: string
  parameters: { name: string; in: string; example?: unknown }[]
  requestBody?: { content: Record<string, Content> }
  /** Error responses are references (`$ref`) to components. */
  responses: Record<string, { content?: Record<string, Content>; $ref?: string }>
}
interface Description {
  paths: Record<string, Record<string, Operation>>
  tags: { name: string; description?: string }[]
  components: { responses: Record<string, { content: Record<string, Content> }> }
}

export const apiCalls: Call[] = listCalls()
export const description = describeApi(apiCalls, '1') as unknown as Description

export const operations = new Map(
  Object.values(description.paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation]),
)

/** The example input of a call, assembled from its path, query and body. */
export function inputExample(name: string): Record<string, unknown> {
  const operation = operations.get(name)
  const inParameters = (operation?.parameters ?? []).filter((parameter) => 'example' in parameter)
  const body = operation?.requestBody?.content['application/json']?.example as object | undefined
  return { ...Object.fromEntries(inParameters.map(({ name, example }) => [name, example])), ...body }
}

export const literalNames = apiCalls.filter(({ alias }) => alias).map(({ name }) => `${name}.literal`)
