/** From where, and with what, somebody comes in. */
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../platform/http/network.ts';
import { deviceOf } from './device.ts';

export interface Visit {
  /** The client's address, for throttles; not kept. */
  readonly address: string;
  /** The cookie by which a browser is known again (`device.ts`); empty when it shows none. */
  readonly device: string;
  /** The browser in words, such as `Firefox on Linux`; empty when it does not say. */
  readonly browser: string;
  /** Roughly from where: a country's code, or a network without its last part. */
  readonly place: string;
}

/** Of a session that nobody opened by a request: one for tests, or of a command. */
export const noVisit: Visit = { address: '', device: '', browser: '', place: '' };

const longestAgent = 500;

/** What browsers are called. Where it knows none, the library takes whatever stands first for the name of one. */
const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));

/**
 * The browser and the system that a request names, each by a name we know: it is told by mail, also to an address that
 * somebody else has registered.
 */
function browserOf({ headers }: FastifyRequest): string {
  const agent = (headers['user-agent'] ?? '').slice(0, longestAgent);
  if (agent === '') return '';
  const { browser, os } = Bowser.parse(agent.replace(/\p{Cc}|\p{Cf}/gu, ' '));
  const known = browser.name !== undefined && browsers.has(browser.name);
  return [known && browser.name, os.name].filter(Boolean).join(' on ');
}

/** A network without its last part, so that it says roughly where and not who. */
function roughNetwork(address: string): string {
  const network = networkOf(address);
  if (!network.includes(':')) return network.replace(/\.\d+$/, '.*');
  return `${network.split(':').slice(0, 3).join(':')}:*`;
}

/**
 * The visit a request makes. `countryHeader` names the header in which the shop's proxy says the client's country
 * (ISO 3166-1 alpha-2); empty where it says none.
 */
export function visitOf(request: FastifyRequest, countryHeader: string): Visit {
  const told = countryHeader === '' ? undefined : request.headers[countryHeader];
  const country = typeof told === 'string' && /^[A-Z]{2}$/.test(told) ? told : undefined;
  const address = request.ip;
  return {
    address,
    device: deviceOf(request),
    browser: browserOf(request),
    place: country ?? roughNetwork(address),
  };
}
