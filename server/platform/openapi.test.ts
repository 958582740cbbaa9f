import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { block } from '#contract/blocks.ts'
import { fileAnswers, fileCalls } from '#contract/calls.ts'
import { formExamples, sectionTypes } from '#contract/content.ts'
import { errors } from '#contract/errors.ts'
import { schemas } from '#contract/schemas.ts'
import { demoForms } from '#demo/forms.ts'
import { apiCalls, description, inputExample, literalNames, operations } from '#tests/api-examples.ts'
import { readCallDocs } from './call-docs.ts'
import { generalRefusals, refusalsOf } from './refusals.ts'

const schemaOf = (name: string) => {
  const [area = '', operation = ''] = name.split('.')
  return (schemas as unknown as Record<string, Record<string, { input: z.ZodType; output: z.ZodType }>>)[area]?.[
    operation
  ]
}
const json = 'application/json'

test('every call is described, its literal spelling too', () => {
  expect([...operations.keys()].sort()).toEqual([...apiCalls.map(({ name }) => name), ...literalNames].sort())
})

test.each(apiCalls.map(({ name }) => name))('the examples of %s are what it takes and answers', (name) => {
  const schema = schemaOf(name)
  const operation = operations.get(name)
  // A file is no JSON: its form's schema is the example.
  if (!fileCalls.has(name)) expect(schema?.input.safeParse(inputExample(name)).error).toBeUndefined()
  const answers = operation?.responses[200]?.content ?? {}
  if (fileAnswers.has(name)) return expect(Object.keys(answers)).toEqual(['image/webp'])
  expect(answers[json]).toHaveProperty('example')
  expect(schema?.output.safeParse(answers[json]?.example).error).toBeUndefined()
})

test('every call that takes a body says which, and no body is empty', () => {
  for (const { name, method } of apiCalls) {
    const content = operations.get(name)?.requestBody?.content
    if (fileCalls.has(name)) expect([name, content]).toEqual([name, { 'multipart/form-data': expect.anything() }])
    if (!content) continue
    expect([name, method]).not.toEqual([name, 'GET'])
    for (const { schema } of Object.values(content)) {
      const said = Object.keys((schema.properties as object) ?? schema.anyOf ?? schema.oneOf ?? schema.allOf ?? {})
      expect([name, said.length]).not.toEqual([name, 0])
    }
  }
})

test('every refusal of a call stands at its status with its code', async () => {
  const docs = await readCallDocs()
  for (const call of apiCalls) {
    const { responses = {} } = operations.get(call.name) ?? {}
    const codes = Object.entries(responses).flatMap(([status, { content }]) => {
      const { properties } = (content[json]?.schema ?? {}) as { properties?: { error?: ErrorShape } }
      const named = properties?.error?.properties.errors.items.properties.code.enum ?? []
      return named.map((code) => `${status} ${code}`)
    })
    const wanted = new Set([...generalRefusals, ...refusalsOf(call, docs.get(call.name))])
    expect([call.name, codes.sort()]).toEqual([call.name, [...wanted].map((code) => `${errors[code]} ${code}`).sort()])
  }
})
interface ErrorShape {
  properties: { errors: { items: { properties: { code: { enum: string[] } } } } }
}

test('section types, kinds of blocks, form names and add-on tags are named in the description and in docs/', () => {
  const said = description.tags.map(({ description: words = '' }) => words).join('\n')
  const page = readFileSync('docs/content-names.md', 'utf8')
  const kinds = block.options.map(({ shape }) => shape.kind.value)
  const names = [...kinds, ...Object.keys(sectionTypes), ...Object.keys(formExamples), 'add-on']
  for (const text of [said, page]) expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  expect(Object.keys(formExamples)).toEqual(demoForms.map(({ name }) => name))
})
