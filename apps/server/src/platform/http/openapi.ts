/** The OpenAPI document, made from the contract's calls that are served, and a page to read it. */

import fastifySwagger, { type StaticDocumentSpec } from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { Call } from '@giftlane/contract/call.ts';
import { type ErrorCode, errorCodes, refusalText, statusOf } from '@giftlane/contract/errors.ts';
import * as z from 'zod';
import { makeAnswer, type PackedReply } from './answer.ts';
import type { Http } from './http.ts';
import { type Kind, sendAnswer } from './send-answer.ts';

type Schema = Record<string, unknown>;
type Document = StaticDocumentSpec['document'];

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** The envelope of a successful reply (OPEN-18). */
export function replySchema(call: Call): z.ZodType {
  return z.strictObject({
    status: z.number().int(),
    message: z.string(),
    data: call.data,
    ...call.extras,
  });
}

/** The envelope of a refusal. */
export const refusalSchema = z.strictObject({
  status: z.number().int(),
  message: z.string().min(1),
  data: z.unknown(),
  code: z.enum(errorCodes),
  errors: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
});

/** Every refusal a call can answer, those all calls share among them. */
export function refusalsOf(call: Call): ErrorCode[] {
  return [
    'input.invalid',
    ...(['member', 'staff'].includes(call.policy) ? (['session.required'] as const) : []),
    ...(call.permission ? (['session.not_permitted'] as const) : []),
    ...(call.body ? (['input.json', 'request.too_large', 'request.media_type'] as const) : []),
    'request.throttled',
    ...(call.refusals ?? []),
    'server.fault',
    'server.unavailable',
  ];
}

/** Calls that refuse a wrong pair of tokens need its first half beside the body's second. */
const walletToken: Schema = {
  name: 'Token',
  in: 'header',
  required: true,
  description: 'The `token` of `POST /wallet/authorize`.',
  schema: { type: 'string' },
};

function parametersOf(call: Call): Schema[] {
  const listed = (object: z.ZodObject | undefined, where: 'path' | 'query') => {
    if (!object) return [];
    const { properties = {}, required = [] } = jsonSchema(object, 'input') as {
      properties?: Record<string, Schema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema,
    }));
  };
  return [
    ...listed(call.params, 'path'),
    ...listed(call.query, 'query'),
    ...(call.refusals?.includes('wallet.token') ? [walletToken] : []),
  ];
}

function successOf(call: Call): Schema {
  const type = call.produces ?? 'application/json';
  const schema =
    type === 'application/json' ? jsonSchema(replySchema(call), 'output') : { type: 'string' };
  const reply = { description: call.summary, content: { [type]: { schema } } };
  return Object.fromEntries((call.success ?? [200]).map((status) => [String(status), reply]));
}

function failuresOf(call: Call): Schema {
  const byStatus = Map.groupBy(refusalsOf(call), statusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${refusalText(code)}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  );
}

function describeCall(call: Call): Schema {
  return {
    operationId: call.name,
    tags: [call.name.split('.')[0]],
    summary: call.summary,
    ...(call.description && { description: call.description }),
    ...(call.policy === 'member' && { security: [{ token: [] }] }),
    parameters: parametersOf(call),
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(call.body, 'input') } },
      },
    }),
    responses: { ...failuresOf(call), ...successOf(call) },
  };
}

const described = new WeakMap<Call, Schema>();

/** A call's operation; described once, however many shops of a process serve it. */
function operationOf(call: Call): Schema {
  const known = described.get(call) ?? describeCall(call);
  described.set(call, known);
  return known;
}

/** The whole document. */
export function openApiDocument(calls: readonly Call[], basePath: string): Document {
  const paths: Record<string, Schema> = {};
  for (const call of calls) {
    const path = paths[call.path] ?? {};
    path[call.method.toLowerCase()] = operationOf(call);
    paths[call.path] = path;
  }
  const document: unknown = {
    openapi: '3.1.0',
    info: {
      title: 'Giftlane',
      version: '1',
      description:
        'Every JSON reply is the envelope `{status, message, data}`; refusals add `code` and, for bad input, `errors`. Amounts are major units with at most two decimals, times ISO 8601 UTC.',
    },
    servers: [{ url: basePath }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token of `POST /login`, as it is or after `Bearer `.',
        },
      },
      schemas: { Refusal: jsonSchema(refusalSchema, 'output') },
    },
  };
  // The plugin's types end at 3.0; it hands the document through as it is.
  return document as Document;
}

/** What the documentation's page may load: itself, and the styles it writes into its elements. */
const pagePolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `font-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

const root = '/api/docs';

/**
 * Serves the document at `/api/docs/json` and its page at `/api/docs`. The plugin would write the document anew for each who
 * asks, half a megabyte of it: twenty who ask at once would hold up everybody. It is written once, for the first, and has one
 * form.
 */
export async function openApiRoutes(
  { app, responseCache, served }: Pick<Http, 'app' | 'responseCache' | 'served'>,
  basePath: string,
): Promise<void> {
  const document = openApiDocument(served, basePath);
  let written: PackedReply | undefined;
  const answer = () => {
    // Too large to be among the replies that are kept at hand.
    written ??= { ...makeAnswer(Buffer.from(JSON.stringify(document))), once: true };
    return written;
  };
  const kind: Kind = { type: 'application/json; charset=utf-8', cache: 'no-cache' };
  await app.register(fastifySwagger, { mode: 'static', specification: { document } });
  await app.register(fastifySwaggerUi, {
    routePrefix: root,
    staticCSP: pagePolicy,
    uiHooks: {
      async preHandler({ routeOptions: { url } }, reply) {
        if (url === `${root}/json`) await sendAnswer(reply, answer(), { kind, responseCache });
        if (url === `${root}/yaml`) reply.callNotFound();
      },
    },
  });
}
