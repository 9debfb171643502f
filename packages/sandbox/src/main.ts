/**
 * Runs the sandbox by itself, for people and for crash tests. Reads `PAYPAL_PORT`, `SMTP_PORT`,
 * `INBOX_PORT`, `RATES_PORT`, `GOOGLE_PORT`, `PUSH_PORT`, `BTC_PORT`, `LTC_PORT`, `STATE_DIR`, `WEBHOOK_URL`; prints one line of JSON with the
 * addresses; ends on SIGINT, SIGTERM and, with `STOP_WITH_STDIN=1`, when its input ends (so that a
 * parent that is killed leaves no orphan).
 */
import { type SandboxOptions, startSandbox } from './sandbox.ts';

const { env } = process;

function port(name: string): number {
  const number = Number(env[name] ?? '0');
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  process.stderr.write(`${name}: a port, 0 to 65535\n`);
  return process.exit(1);
}

const options: SandboxOptions = {
  paypalPort: port('PAYPAL_PORT'),
  smtpPort: port('SMTP_PORT'),
  inboxPort: port('INBOX_PORT'),
  ratesPort: port('RATES_PORT'),
  googlePort: port('GOOGLE_PORT'),
  pushPort: port('PUSH_PORT'),
  btcPort: port('BTC_PORT'),
  ltcPort: port('LTC_PORT'),
  coinBlockMs: 10_000,
  ...(env.STATE_DIR && { stateDir: env.STATE_DIR }),
  ...(env.WEBHOOK_URL && { webhookUrl: env.WEBHOOK_URL }),
};

const sandbox = await startSandbox(options);
const addresses = Object.entries(sandbox).filter(([, value]) => typeof value === 'string');
process.stdout.write(`${JSON.stringify(Object.fromEntries(addresses))}\n`);

let stopping = false;
const stop = () => {
  if (stopping) return;
  stopping = true;
  void sandbox.close().then(() => process.exit(0));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
if (env.STOP_WITH_STDIN === '1') process.stdin.on('end', stop).resume();
