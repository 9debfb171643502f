/** A node's JSON-RPC over HTTP: authentication and faults. */

import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Fault, type Faults, waitFor } from '../faults.ts';
import type { Engine } from './chain/engine.ts';
import { codes } from './chain/refusal.ts';
import type { Door } from './door.ts';
import { type HttpAnswer, methodsIn, refuseBody } from './rpc/body.ts';

interface RpcParts {
  readonly name: Coin;
  readonly faults: Faults;
  readonly closing: AbortSignal;
  readonly engine: () => Promise<Engine>;
  readonly door: Door;
}

function send(reply: FastifyReply, { status, body }: HttpAnswer): FastifyReply {
  if (body === '') return reply.code(status).send();
  return reply.code(status).type('application/json').send(`${body}\n`);
}

const unauthorized = (reply: FastifyReply) =>
  reply.code(401).header('www-authenticate', 'Basic realm="jsonrpc"').send();

/** The node is stopped. */
function cut(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
  return reply;
}

/** Core says so while it reads its chain; every call gets it. */
const warmingUp = { code: codes.warmingUp, message: 'Loading block index…' } as const;

const spoilt: Partial<Record<Fault['kind'], (reply: FastifyReply, fault: Fault) => FastifyReply>> =
  {
    reset: cut,
    silence: (reply) => reply.hijack(),
    unauthorized,
    http_500: (reply) => reply.code(500).send('Internal error'),
    busy: (reply) => reply.code(503).send('Work queue depth exceeded'),
    garbage: (reply) => send(reply, { status: 200, body: '{"result":' }),
    issue: (reply, { value = String(warmingUp.code) }) =>
      send(reply, refuseBody({ ...warmingUp, code: Number(value) })),
  };

export function addRpc(app: FastifyInstance, parts: RpcParts): void {
  const { name, faults, closing, engine, door } = parts;
  app.post<{ Body: string | undefined }>('/', async (request, reply) => {
    if (!door.open) return cut(reply);
    if (!door.admits(request)) return unauthorized(reply);
    const body = request.body ?? '';
    const fault = faults.take(name, methodsIn(body));
    await waitFor(fault, closing);
    const spoil = fault && spoilt[fault.kind];
    if (spoil && !fault.after) return spoil(reply, fault);
    const answer = (await engine()).answer(body);
    return spoil ? spoil(reply, fault) : send(reply, answer);
  });
}
