import type { JsonSchema, Operation } from './openapi.ts';

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** docs/api.md: the OpenAPI document for people. */
export function apiMarkdown(document: Record<string, unknown>): string {
  const { paths, components } = document as unknown as ApiDocument;
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  return [
    '# The API',
    '',
    'Made by `npm run docs:api` from the contracts (`src/shared/contracts`) and the REST table (`src/shared/rest.ts`):',
    'change those, not this. The signed-in administrator gets the same as an OpenAPI 3.1 document from',
    '`GET /api/admin/openapi.json`. [tests/api/calling.test.ts](../tests/api/calling.test.ts) shows how to call',
    'procedures with their types.',
    '',
    'JSON in, JSON out. Calls marked **A** are the administrator’s: they need the cookie that `POST /api/admin/login` sets.',
    'A reader is known by a cookie too, set by the first call that must remember something. Whole numbers may be sent as',
    'text (`"12"`). Writes from pages of other sites are refused. `{…}` stands for the field of that name (`{id}` is the `id` of a record).',
    '',
    '| call | | what it does |',
    '| --- | --- | --- |',
    ...calls.map(
      ({ path, method, operation }) =>
        `| [\`${method} ${path}\`](#${operation.operationId.replace('.', '').toLowerCase()}) | ${(operation.security?.length ?? 0) > 0 ? '**A**' : ''} | ${operation.summary} |`,
    ),
    '',
    ...calls.flatMap(({ path, method, operation }) => callSection(path, method, operation)),
    '## Records',
    '',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => [
      `### ${name}`,
      '',
      ...(typeof schema.description === 'string' ? [schema.description, ''] : []),
      ...fieldTable(schema),
      '',
    ]),
  ].join('\n');
}

function callSection(path: string, method: string, operation: Operation): string[] {
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  const [success = ['200', { description: '' }] as const, ...others] = Object.entries(
    operation.responses,
  ).sort(([a], [b]) => Number(a) - Number(b));
  return [
    `## ${operation.operationId}`,
    '',
    `\`${method} ${path}\`${(operation.security?.length ?? 0) > 0 ? ' **A**' : ''} — ${operation.summary}`,
    '',
    ...bodies.flatMap(([type, { schema }]) => [`Sends \`${type}\`:`, '', ...fieldTable(schema), '']),
    ...answer(success),
    ...(others.length > 0
      ? [
          `Refusals: ${others.map(([status, { description }]) => `${status} ${description.split(', ').map(code).join(', ')}`).join(', ')}.`,
          '',
        ]
      : []),
  ];
}

function answer([status, response]: readonly [string, Operation['responses'][string]]): string[] {
  const contents = Object.entries(response.content ?? {});
  if (contents.length === 0) return [`Answers ${status}: ${response.description}`, ''];
  return contents.flatMap(([type, { schema }]) => [
    `Answers ${status}, \`${type}\`${typeOf(schema) === 'object' ? ':' : `: ${typeOf(schema)}.`}`,
    '',
    ...fieldTable(schema),
    ...(schema.properties ? [''] : []),
  ]);
}

function fieldTable(schema: JsonSchema): string[] {
  if (!schema.properties) {
    return Array.isArray(schema.oneOf) ? (schema.oneOf as JsonSchema[]).flatMap(variant) : [];
  }
  const required = new Set(schema.required);
  return [
    '| field | type | |',
    '| --- | --- | --- |',
    ...Object.entries(schema.properties).map(
      ([name, field]) => `| \`${name}\` | ${typeOf(field)} | ${required.has(name) ? 'required' : ''} |`,
    ),
  ];
}

function variant(schema: JsonSchema): string[] {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `\`${name}\`: ${typeOf(field)}`,
  );
  return [`- ${fields.join(', ')}`];
}

const code = (text: string) => `\`${text}\``;

/** A type in a few words, limits included. */
function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, anyOf, maxLength, minimum, maximum, format } = schema;
  if (typeof $ref === 'string')
    return `[${$ref.split('/').at(-1)}](#${$ref.split('/').at(-1)?.toLowerCase()})`;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${String(value)}\``).join(' · ');
  if (Array.isArray(anyOf)) return (anyOf as JsonSchema[]).map(typeOf).join(' or ');
  if (type === 'array') return `list of ${typeOf((items ?? {}) as JsonSchema)}`;
  const limits = [
    ...(typeof format === 'string' ? [format] : []),
    ...(typeof maxLength === 'number' ? [`at most ${maxLength} characters`] : []),
    ...(typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? [`from ${minimum}`] : []),
    ...(typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? [`to ${maximum}`] : []),
  ];
  const name = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'anything';
  return limits.length > 0 ? `${name} (${limits.join(', ')})` : name;
}
