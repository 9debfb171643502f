import { hostUrls } from '../db/hosts.ts';
import { type KeyRing, keyRing } from '../secrets/secrets.ts';

/** Names every wrong variable at once, with what it should be. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((p) => `  ${p}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export type Env = Readonly<Record<string, string | undefined>>;

/** `docker run --env-file` passes on the quotes around a value, which shells, systemd and compose take off. */
const unquoted = (value: string | undefined) => value?.replace(/^"(.*)"$/, '$1');

/** Whether nothing may be simulated, and all that is missing is named. */
export const isProduction = (env: Env): boolean => unquoted(env.NODE_ENV) === 'production';

/** Reads variables and collects what is wrong with them. */
export function reader(env: Env) {
  const problems: string[] = [];
  const value = (name: string) => unquoted(env[name]) || undefined;
  const bad = (name: string, want: string) => {
    problems.push(value(name) === undefined ? `${name} is not set: ${want}` : `${name}: ${want}`);
  };
  return {
    problems,
    bad,
    value,
    text(name: string, want: string, fallback?: string) {
      const found = value(name) ?? fallback;
      if (found === undefined) bad(name, want);
      return found ?? '';
    },
    whole(name: string, fallback: number, [min, max]: [number, number]) {
      const found = value(name);
      if (found === undefined) return fallback;
      const number = Number(found);
      if (!Number.isInteger(number) || number < min || number > max)
        bad(name, `a whole number from ${min} to ${max}`);
      return number;
    },
    url(name: string, protocols: string[], fallback?: string) {
      const found = value(name) ?? fallback;
      const want = `an address starting with ${protocols.map((p) => (p === 'mailto:' ? p : `${p}//`)).join(' or ')}`;
      if (found === undefined || !protocols.includes(URL.parse(found)?.protocol ?? ''))
        bad(name, want);
      return (found ?? '').replace(/\/$/, '');
    },
    /** An address of PostgreSQL, of one host or several; of several that one is used which takes writes. */
    database(name: string) {
      const found = value(name) ?? '';
      const urls = hostUrls(found).map((url) => URL.parse(url));
      const wanted = urls[0]?.searchParams.get('target_session_attrs') ?? 'read-write';
      if (!urls.every((url) => /^postgres(ql)?:$/.test(url?.protocol ?? '')))
        bad(name, 'an address starting with postgres:// or postgresql://, hosts comma separated');
      else if (!/^(read-write|primary)$/.test(wanted))
        bad(name, 'target_session_attrs read-write, or not set: the shop writes');
      return found;
    },
    /** The address of an external service; https in production. */
    service(name: string) {
      const found = URL.parse(value(name) ?? '');
      const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(found?.hostname ?? '');
      if (isProduction(env) && found?.protocol === 'http:' && !isHere)
        bad(name, 'an address starting with https:// (http:// only on this machine)');
      return this.url(name, ['http:', 'https:']);
    },
    oneOf<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const found = value(name) ?? fallback;
      const choice = choices.find((c) => c === found);
      if (!choice) bad(name, `one of ${choices.join(', ')}`);
      return choice ?? fallback;
    },
  };
}

/** The key ring; undefined, and a problem, when it is none. */
export function readKeys({ value, bad }: Reader): KeyRing | undefined {
  try {
    return keyRing(value('ENCRYPTION_KEYS') ?? '', value('FINGERPRINT_KEY'));
  } catch (error) {
    bad('ENCRYPTION_KEYS', error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

export type Reader = ReturnType<typeof reader>;
export const http = ['http:', 'https:'];
