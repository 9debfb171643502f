/** Control calls for tests in other processes. Faults are added at the payment port. */
import type { FastifyInstance } from 'fastify';
import { type Accounts, type GoogleAccount, type NewAccount, readAccount } from './accounts.ts';
import { type Spoil, spoils, type TokenWish } from './tokens.ts';

/** What tests do at Google without a browser. */
export interface Google {
  /** Makes up an account. */
  addAccount(account: NewAccount): GoogleAccount;
  /** An ID token for an account as a finished sign-in gives it, or with something wrong about it. */
  idToken(account: GoogleAccount, wish?: TokenWish): Promise<string>;
  /** Signs with another key from now on; the old one is not published any more. */
  rotateKey(): Promise<void>;
}

interface ControlParts {
  readonly accounts: Accounts;
  readonly google: Google;
}

interface TokenBody {
  readonly sub?: string;
  readonly nonce?: string;
  readonly spoil?: Spoil;
}

export function addGoogleControl(app: FastifyInstance, { accounts, google }: ControlParts): void {
  app.get('/__sandbox/accounts', () => accounts.all());
  app.post<{ Body: NewAccount | null }>('/__sandbox/accounts', (request, reply) => {
    try {
      return reply.code(201).send(accounts.add(readAccount(request.body)));
    } catch (error) {
      return reply.code(400).send({ message: error instanceof Error ? error.message : 'Bad' });
    }
  });
  app.post<{ Body: TokenBody | null }>('/__sandbox/id-tokens', async (request, reply) => {
    const { sub = '', nonce, spoil } = request.body ?? {};
    const account = accounts.find(sub);
    const good = account && (spoil === undefined || spoils.includes(spoil));
    if (!good) return reply.code(400).send({ message: `sub, spoil: one of ${spoils.join(', ')}` });
    const wish = { ...(nonce !== undefined && { nonce }), ...(spoil && { spoil }) };
    return { idToken: await google.idToken(account, wish) };
  });
  app.post('/__sandbox/keys/rotate', async (_request, reply) => {
    await google.rotateKey();
    return reply.code(204).send();
  });
}
