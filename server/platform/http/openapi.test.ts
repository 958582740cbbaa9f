import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { block } from '#contract/blocks.ts'
import { formExamples, sectionTypes } from '#contract/content.ts'
import { errors } from '#contract/errors.ts'
import { demoForms } from '#demo/forms.ts'
import { apiCalls, description, inputExample, literalNames, operations } from '#tests/api-examples.ts'
import { generalRefusals, refusalsOf } from './refusals.ts'

const json = 'application/json'

test('the description has every call, also under its literal name', () => {
  expect([...operations.keys()].sort()).toEqual([...apiCalls.map(({ name }) => name), ...literalNames].sort())
})

test.each(apiCalls)(
  'the examples of $name match its input and output schemas',
  ({ name, input, output, takesFile, answersFile }) => {
    const operation = operations.get(name)
    // A form with a file is not JSON, so it has a schema but no example.
    if (!takesFile) expect(input.safeParse(inputExample(name)).error).toBeUndefined()
    const answers = operation?.responses[200]?.content ?? {}
    if (answersFile) return expect(Object.keys(answers)).toEqual(['image/webp'])
    expect(answers[json]).toHaveProperty('example')
    expect(output.safeParse(answers[json]?.example).error).toBeUndefined()
  },
)

test('every request body has a schema with fields, and no GET call has a body', () => {
  for (const { name, method, takesFile } of apiCalls) {
    const content = operations.get(name)?.requestBody?.content
    if (takesFile) expect([name, content]).toEqual([name, { 'multipart/form-data': expect.anything() }])
    if (!content) continue
    expect([name, method]).not.toEqual([name, 'GET'])
    for (const { schema } of Object.values(content)) {
      const said = Object.keys((schema.properties as object) ?? schema.anyOf ?? schema.oneOf ?? schema.allOf ?? {})
      expect([name, said.length]).not.toEqual([name, 0])
    }
  }
})

test('each call lists all of its error codes under their HTTP status', () => {
  for (const call of apiCalls) {
    const { responses = {} } = operations.get(call.name) ?? {}
    const codes = Object.entries(responses).flatMap(([status, { content, $ref = '' }]) => {
      const shown = content ?? description.components.responses[$ref.split('/').at(-1) ?? '']?.content
      const { properties } = (shown?.[json]?.schema ?? {}) as { properties?: { error?: ErrorShape } }
      const named = properties?.error?.properties.errors.items.properties.code.enum ?? []
      return named.map((code) => `${status} ${code}`)
    })
    const wanted = new Set([...generalRefusals, ...refusalsOf(call)])
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

test('every reference in the description resolves', () => {
  const references = new Set(
    [...JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path),
  )
  expect(references.size).toBeGreaterThan(50)
  for (const path of references) expect(description).toHaveProperty(path.split('/'))
})
