/** The page where a person picks or creates an account, or cancels. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { InteractionResults, Provider } from 'oidc-provider';
import { pageFiles, sendFile, withWindow } from '../pages/pages.ts';
import { type Accounts, type NewAccount, readAccount } from './accounts.ts';

export interface ChooserParts {
  readonly accounts: Accounts;
  readonly provider: () => Promise<Provider>;
}

const file = pageFiles(import.meta.url);

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What the page may decide. */
interface Decision {
  readonly sub?: string;
  readonly account?: NewAccount;
  readonly error?: 'access_denied' | 'server_error';
}

const reasons = {
  access_denied: 'The person went away.',
  server_error: 'The sandbox was told to fail.',
} as const;

function resultOf({ sub, account, error }: Decision, accounts: Accounts): InteractionResults {
  if (error !== undefined && error in reasons) return { error, error_description: reasons[error] };
  const chosen = account ? accounts.add(readAccount(account)) : accounts.find(sub ?? '');
  if (!chosen) throw new Error('sub: no such account');
  return { login: { accountId: chosen.sub } };
}

type Uid = { Params: { uid: string } };

export function addChooser(app: FastifyInstance, { accounts, provider }: ChooserParts): void {
  const page = file('chooser.html');
  const style = withWindow(file('chooser.css'));
  const script = file('chooser.js');

  app.get('/chooser/chooser.css', (_request, reply) => sendFile(reply, 'text/css', style));
  app.get('/chooser/chooser.js', (_request, reply) => sendFile(reply, 'text/javascript', script));
  app.get<Uid>('/chooser/:uid', (_request, reply) =>
    sendFile(reply.header('content-security-policy', pagePolicy), 'text/html', page),
  );

  const gone = (reply: FastifyReply) => reply.code(404).send({ message: 'No such sign-in' });

  app.get<Uid>('/chooser/:uid/details', async (request, reply) => {
    const { params } = await (await provider())
      .interactionDetails(request.raw, reply.raw)
      .catch(() => ({ params: undefined }));
    if (!params) return gone(reply);
    const shop = URL.parse(String(params.redirect_uri))?.host ?? 'the shop';
    return { shop, accounts: accounts.all() };
  });

  app.post<Uid & { Body: Decision | null }>('/chooser/:uid', async (request, reply) => {
    let result: InteractionResults;
    try {
      result = resultOf(request.body ?? {}, accounts);
    } catch (error) {
      return reply.code(400).send({ message: error instanceof Error ? error.message : 'Bad' });
    }
    const location = await (await provider())
      .interactionResult(request.raw, reply.raw, result)
      .catch(() => undefined);
    return location === undefined ? gone(reply) : { location };
  });
}
