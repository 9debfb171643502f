/** Who makes a call: a member by token, an operator by the session of the back office. */
import type { Call, Input } from '@giftlane/contract/call.ts';
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** The caller of a valid token. */
export interface Caller {
  readonly memberId: string;
  readonly sessionId: string;
}

/** The operator of a valid session of the back office. */
export interface Operator {
  readonly operatorId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly permissions: ReadonlySet<Permission>;
}

export interface Authentication {
  /** Finds the caller of a token; undefined when it is unknown, expired or revoked. */
  readonly authenticate: (token: string) => Promise<Caller | undefined>;
  /** Finds the operator of a request; calls of staff are served only with it. */
  readonly operatorOf?: (request: FastifyRequest) => Promise<Operator | undefined>;
  /** Writes a logged call of an operator to the audit log; the call is made only after that. */
  readonly audit?: (operator: Operator, call: Call, input: Input<Call>) => Promise<void>;
}

/** The session's token of a request, as it is or after `Bearer `; empty when it carries none. */
export const tokenOf = ({ headers }: FastifyRequest): string =>
  (headers.authorization ?? '').replace(/^Bearer /i, '');

/** How the caller of a call is found; undefined when anyone may make it. Refuses `session.required` and `session.not_permitted`. */
export function identification(
  { name, policy, permission }: Call,
  { authenticate, operatorOf }: Authentication,
): ((request: FastifyRequest) => Promise<{ caller?: Caller; operator?: Operator }>) | undefined {
  if (policy === 'member')
    return async (request) => {
      const token = tokenOf(request);
      const caller = token === '' ? undefined : await authenticate(token);
      if (!caller) throw new Refusal('session.required');
      return { caller };
    };
  if (policy !== 'staff') return undefined;
  if (!operatorOf) throw new Error(`${name} is a call of the back office`);
  return async (request) => {
    const operator = await operatorOf(request);
    if (!operator) throw new Refusal('session.required');
    if (permission && !operator.permissions.has(permission))
      throw new Refusal('session.not_permitted');
    return { operator };
  };
}
