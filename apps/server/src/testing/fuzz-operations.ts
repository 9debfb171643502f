/** The API's operations by its OpenAPI document. Independent of the contract's code. */
import * as z from 'zod';

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export interface ReplyShape {
  readonly mediaType: string;
  readonly schema: z.ZodType;
  /** Lists the codes that refusals of this status may have. */
  readonly description: string;
}

export interface Operation {
  readonly name: string;
  readonly method: string;
  /** Relative to the base path, with parameters in braces. */
  readonly path: string;
  readonly needsToken: boolean;
  readonly params: Readonly<Record<string, JsonSchema>>;
  readonly query: Readonly<Record<string, JsonSchema>>;
  readonly body: JsonSchema | undefined;
  readonly replies: ReadonlyMap<number, ReplyShape>;
}

interface WireOperation {
  readonly operationId: string;
  readonly security?: unknown;
  readonly parameters: readonly { name: string; in: 'path' | 'query'; schema: JsonSchema }[];
  readonly requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
  readonly responses: Readonly<
    Record<string, { description: string; content: Record<string, { schema: JsonSchema }> }>
  >;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, WireOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

function readReply(
  { description, content }: WireOperation['responses'][string],
  document: ApiDocument,
): ReplyShape {
  const [mediaType = '', { schema } = { schema: {} }] = Object.entries(content)[0] ?? [];
  const name = schema.$ref?.replace('#/components/schemas/', '');
  const whole = name === undefined ? schema : document.components.schemas[name];
  if (!whole) throw new Error(`the document has no ${schema.$ref}`);
  // Patterns are read without the flag that classes of letters need.
  const readable = JSON.stringify(whole, (key, value) =>
    key === 'pattern' && String(value).includes('\\p') ? undefined : value,
  );
  return { mediaType, description, schema: z.fromJSONSchema(JSON.parse(readable)) };
}

function readOperation(
  path: string,
  [method, wire]: [string, WireOperation],
  document: ApiDocument,
): Operation {
  const listed = (where: 'path' | 'query') =>
    Object.fromEntries(
      wire.parameters.filter((p) => p.in === where).map(({ name, schema }) => [name, schema]),
    );
  return {
    name: wire.operationId,
    method: method.toUpperCase(),
    path,
    needsToken: wire.security !== undefined,
    params: listed('path'),
    query: listed('query'),
    body: wire.requestBody?.content['application/json'].schema,
    replies: new Map(
      Object.entries(wire.responses).map(([status, reply]) => [
        Number(status),
        readReply(reply, document),
      ]),
    ),
  };
}

/** Parses the operations of a document. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map((entry) => readOperation(path, entry, document)),
  );
}
