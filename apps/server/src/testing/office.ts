/** The back office of a test's shop, by HTTP without a socket. */
import type { Call, Request } from '@giftlane/contract/call.ts';
import type { Role } from '@giftlane/contract/office/permissions.ts';
import { onTestFinished } from 'vitest';
import type { Shop } from '../app.ts';
import { openOffice } from '../assembly/office.ts';
import { addOperator, openOperator, openOperatorSession } from '../features/operators/operators.ts';
import { apiBase } from '../platform/http/http.ts';
import { newId } from '../platform/secrets/ids.ts';

const url = 'http://localhost:3001';

/** The office of a shop, closed when the test ends. */
export function officeOf(shop: Shop) {
  const office = openOffice(shop, { port: 0, url });
  onTestFinished(() => office.app.close());
  return office;
}

/** An operator who is signed in, and their calls. */
export interface TestOperator {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
  /** Makes a call; `data` is checked against the contract when it succeeds. */
  call<C extends Call>(
    call: C,
    request?: Request<C>,
    // biome-ignore lint/suspicious/noExplicitAny: tests read replies freely.
  ): Promise<{ status: number; code: string; message: string; data: any }>;
}

const fill = (path: string, params: object | undefined) =>
  Object.entries(params ?? {}).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );

/** Signs an operator of a role in, who has accepted no invitation: without password and authenticator app. */
export async function makeOperator(
  shop: Shop,
  role: Role,
  office = officeOf(shop),
): Promise<TestOperator> {
  const email = `${newId('opr')}@giftlane.test`;
  const token = await shop.db.tx(async (tx) => {
    await addOperator(tx, shop.config.keys, { email, role });
    const { id } = (await openOperator(tx, email)) ?? { id: '' };
    return { id, session: await openOperatorSession(tx, id) };
  });
  const cookie = `office=${token.session}`;
  return {
    id: token.id,
    email,
    cookie,
    async call({ method, path, data: schema }, { params, query, body } = {}) {
      const reply = await office.app.inject({
        method,
        url: apiBase + fill(path, params as object),
        query: Object.fromEntries(
          Object.entries((query as object) ?? {}).map(([name, value]) => [name, String(value)]),
        ),
        headers: {
          cookie,
          origin: url,
          'content-type': body instanceof File ? 'application/octet-stream' : 'application/json',
        },
        ...(method !== 'GET' && {
          payload:
            body instanceof File
              ? Buffer.from(await body.arrayBuffer())
              : JSON.stringify(body ?? {}),
        }),
      });
      const isJson = String(reply.headers['content-type']).startsWith('application/json');
      const { code = '', message = '', data = null } = isJson ? reply.json() : {};
      if (reply.statusCode === 200) schema.parse(data);
      return { status: reply.statusCode, code, message, data };
    },
  };
}
