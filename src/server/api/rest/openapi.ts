import { z } from 'zod';
import { chatReplyEvent } from '#shared/contracts/chat.ts';
import { galleryImage } from '#shared/contracts/gallery.ts';
import { musicCode } from '#shared/contracts/music-codes.ts';
import { section } from '#shared/contracts/sections.ts';
import { unlockCode } from '#shared/contracts/unlock-codes.ts';
import { errors, type ErrorCode } from '#shared/errors.ts';
import { restTable, type ProcedureName } from '#shared/rest.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import type { Description } from '../trpc.ts';

export interface JsonSchema {
  [keyword: string]: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

export interface Operation {
  operationId: ProcedureName;
  tags: string[];
  summary: string;
  security?: Record<string, string[]>[];
  parameters?: unknown[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
}

/** What zod describes by name and not in place. */
const schemaNames = z.registry<{ id: string }>();
schemaNames.add(section, { id: 'Section' });
schemaNames.add(unlockCode, { id: 'UnlockCode' });
schemaNames.add(musicCode, { id: 'MusicCode' });
schemaNames.add(galleryImage, { id: 'GalleryImage' });

/**
 * Every call of the REST table as an OpenAPI 3.1 document, from the very schemas that check what is sent and
 * answered: nothing in it is written twice, and no schema is touched.
 */
export function openApiDocument(
  calls: Record<ProcedureName, Description>,
  version: string,
): Record<string, unknown> {
  const schemas: Record<string, JsonSchema> = { Refusal: refusal };
  schemas.ChatReplyEvent = jsonSchema(chatReplyEvent, 'output', schemas);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const name of Object.keys(restTable) as ProcedureName[]) {
    const route: RestRoute = restTable[name];
    const path = `/api${route.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const method = route.method.toLowerCase();
    const operations = (paths[path] ??= {});
    const earlier = operations[method];
    // Two procedures share POST /api/chat: the one that streams is another form of the same answer.
    if (earlier) mergeAnswers(earlier, operationOf(name, calls[name], schemas));
    else operations[method] = operationOf(name, calls[name], schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Il sito del libro',
      version,
      summary: 'JSON in, JSON out; times are ISO 8601 UTC; numbers may be sent as text.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        administrator: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-admin',
          description: 'Set by POST /api/admin/login; named `admin` where the site is not served over https.',
        },
      },
    },
  };
}

const refusal: JsonSchema = {
  type: 'object',
  description: 'The body of every refused request.',
  properties: {
    message: { type: 'string', description: 'An Italian sentence for a person.' },
    code: { type: 'string', enum: Object.keys(errors) },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
    current: { type: 'object', description: 'Of CHANGED: the entity as it is now.' },
  },
  required: ['message', 'code'],
};

/** The fields of the input that stand in the path. */
const pathFields = ({ path }: RestRoute): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, field = '']) => field);

function operationOf(
  name: ProcedureName,
  { summary, access, input, output }: Description,
  schemas: Record<string, JsonSchema>,
): Operation {
  const route: RestRoute = restTable[name];
  const [feature = ''] = name.split('.');
  const body = hasBody(route) ? requestBody(route, input && jsonSchema(input, 'input', schemas)) : undefined;
  const parameterOf = (place: 'path' | 'query') => (field: string) => ({
    name: field,
    in: place,
    required: place === 'path',
    schema: { type: 'string' },
  });
  const parameters = [
    ...pathFields(route).map(parameterOf('path')),
    ...(route.query ?? []).map(parameterOf('query')),
  ];
  return {
    operationId: name,
    tags: [feature],
    summary,
    security: access === 'author' ? [{ administrator: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [route.status ?? 200]: successResponse(name, route, output && jsonSchema(output, 'output', schemas)),
      ...refusals(name, route, body !== undefined),
    },
  };
}

const hasBody = ({ method }: RestRoute): boolean => method === 'POST' || method === 'PATCH';

function requestBody(route: RestRoute, schema: JsonSchema | undefined): Operation['requestBody'] {
  if (route.kind === 'multipart') {
    const file = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    };
    return { required: true, content: { 'multipart/form-data': { schema: file } } };
  }
  if (!schema) return undefined;
  const inPath = pathFields(route);
  const isInBody = (field: string) => !inPath.includes(field);
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([field]) => isInBody(field)),
  );
  if (inPath.length > 0 && Object.keys(properties).length === 0) return undefined;
  const required = (schema.required ?? []).filter(isInBody);
  const own = inPath.length > 0 ? { ...schema, properties, required } : schema;
  return { required: (own.required?.length ?? 0) > 0, content: { 'application/json': { schema: own } } };
}

function successResponse(
  name: ProcedureName,
  route: RestRoute,
  schema: JsonSchema | undefined,
): Operation['responses'][string] {
  if (route.status === 204) return { description: 'Done; no body.' };
  if (route.kind === 'stream') {
    const events = { $ref: '#/components/schemas/ChatReplyEvent' };
    const description = 'Events named by their `type`, each with one of these as its data.';
    return { description, content: { 'text/event-stream': { schema: { ...events, description } } } };
  }
  if (route.kind === 'download') {
    const binary = { type: 'string', format: 'binary' };
    return {
      description: 'The file.',
      content: { [fileTypes[name] ?? 'application/octet-stream']: { schema: binary } },
    };
  }
  const description = route.status === 201 ? 'Created.' : 'The answer.';
  return { description, content: { 'application/json': { schema: schema ?? { type: 'object' } } } };
}

/** What a download is sent as. */
const fileTypes: Partial<Record<ProcedureName, string>> = {
  'chat.transcript': 'text/plain',
  'backup.database': 'application/json',
  'backup.files': 'application/gzip',
};

/** What only these calls may answer. */
const particular: Partial<Record<ProcedureName, ErrorCode[]>> = {
  'auth.login': ['WRONG_PASSWORD'],
  'musicCodes.validate': ['INVALID_CODE'],
  'readers.redeem': ['INVALID_CODE'],
  'chat.send': ['UPSTREAM_FAILED', 'IMPOSSIBLE'],
  'chat.retry': ['IMPOSSIBLE'],
  'readers.chooseLevel': ['IMPOSSIBLE'],
  'uploads.create': ['IMPOSSIBLE'],
  'media.replace': ['IMPOSSIBLE'],
  'restore.check': ['IMPOSSIBLE'],
  'restore.addFiles': ['IMPOSSIBLE'],
  'restore.confirm': ['IMPOSSIBLE'],
  'memoryCards.writeAll': ['IMPOSSIBLE'],
};

/** The calls that may be told what they were made from. */
const refusesStale =
  /^(?:sections|unlockCodes|musicCodes|gallery|memoryCards)\.update$|^sections\.takeBack$|^(?:gallery|memoryCards)\.order$/;

/** The refusals that a caller of this kind of call should be ready for. */
function refusals(name: ProcedureName, route: RestRoute, hasBody: boolean): Operation['responses'] {
  const isAuthors = route.access === 'author';
  const codes: ErrorCode[] = [
    ...(hasBody || route.query || route.path.includes(':') ? (['INVALID'] as const) : []),
    ...(route.method === 'GET' ? [] : (['FORBIDDEN_ORIGIN'] as const)),
    ...(hasBody ? (['TOO_LARGE', 'WRONG_TYPE'] as const) : []),
    ...(particular[name] ?? []),
    ...(isAuthors ? (['UNAUTHENTICATED'] as const) : []),
    ...(route.path.includes(':id') ? (['NOT_FOUND'] as const) : []),
    ...(isAuthors && hasBody ? (['DUPLICATE'] as const) : []),
    ...(refusesStale.test(name) ? (['CHANGED'] as const) : []),
    ...(!isAuthors && hasBody ? (['TOO_MANY_REQUESTS'] as const) : []),
    ...(route.method === 'GET' ? [] : (['UNAVAILABLE'] as const)),
  ];
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };
  const responses: Operation['responses'] = {};
  for (const code of codes) {
    const { status } = errors[code];
    const before = responses[status]?.description;
    responses[status] = { description: before ? `${before}, ${code}` : code, content };
  }
  return responses;
}

function mergeAnswers(into: Operation, other: Operation): void {
  for (const [status, { content }] of Object.entries(other.responses)) {
    const responseOfStatus = into.responses[status];
    if (responseOfStatus) responseOfStatus.content = { ...responseOfStatus.content, ...content };
  }
  into.summary = `${into.summary} ${other.summary}`;
}

/** The JSON Schema of a contract; what has a name is moved to `schemas` and referred to. */
function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const { $defs, ...own } = z.toJSONSchema(schema, {
    io,
    metadata: schemaNames,
    unrepresentable: 'any',
    // A refused extra field would be news to callers: unknown fields are ignored.
    override: ({ jsonSchema: described }) => {
      delete described.additionalProperties;
      delete described.id;
    },
  });
  delete own.$schema;
  for (const [id, definition] of Object.entries($defs ?? {}))
    schemas[id] = withComponentReferences(definition);
  return withComponentReferences(own);
}

/** The same with references that lead to the document's components. */
const withComponentReferences = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
