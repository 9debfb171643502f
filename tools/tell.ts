/** What `npm start` says once the shop runs. */
import type { Sandbox } from '@giftlane/sandbox/sandbox.ts';
import type { Config } from '@giftlane/server/platform/process/config.ts';
import { isFree } from './free-port.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The running sandbox and the groups it replaces. */
export interface StandIns {
  readonly sandbox: Sandbox;
  readonly used: ReadonlySet<string>;
}

const today = () => new Date().toISOString().slice(0, 10);

/** Addresses of the sandbox's pages. */
const pagesOf = ({ sandbox, used }: StandIns) => [
  ...(used.has('mail') ? [`Mails         ${sandbox.inboxUrl}`] : []),
  ...(used.has('paypal') ? [`Card payment  ${sandbox.paypalUrl}`] : []),
  ...(used.has('paypal')
    ? [`Settlement    ${sandbox.paypalUrl}/__sandbox/settlements/${today()} (for the office)`]
    : []),
  ...(used.has('google') ? [`Google        ${sandbox.googleIssuer}`] : []),
  ...(used.has('btc') ? [`Bitcoin       ${sandbox.btcUrl}`] : []),
  ...(used.has('ltc') ? [`Litecoin      ${sandbox.ltcUrl}`] : []),
];

/** The line about the office, and the configuration without it where its port, which nobody has chosen, is taken. */
export async function placeOffice(
  config: Config,
  env: Env,
): Promise<{ config: Config; line: string }> {
  const { office, port, host } = config;
  if (!office) return { config, line: 'none, without OFFICE_URL' };
  const open = { config, line: office.url };
  if (env.OFFICE_URL || (office.port !== port && (await isFree(office.port, host)))) return open;
  const line = `not here, as port ${office.port} is taken: set OFFICE_PORT to a free one`;
  return { config: { ...config, office: undefined }, line };
}

/** Prints addresses and accounts of the running shop. */
export function tell(
  { publicUrl }: Config,
  {
    standIns,
    office,
    accounts,
  }: { standIns: StandIns | undefined; office: string; accounts: readonly string[] },
): void {
  const seconds = (performance.now() / 1000).toFixed(1);
  const lines = [
    `Giftlane runs (${seconds} s).`,
    '',
    `Shop          ${publicUrl}`,
    `Office        ${office}`,
    `API           ${publicUrl}/api/docs`,
    ...(standIns ? pagesOf(standIns) : []),
    ...accounts,
    '',
    'Ctrl-C ends it.',
  ];
  console.log(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`);
}
