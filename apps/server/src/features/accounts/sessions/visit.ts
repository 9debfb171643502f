/** The client of a sign-in: its address, browser and rough location. */
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../platform/http/network.ts';
import { deviceOf } from './device.ts';

export interface Visit {
  /** The client's IP address, for rate limits; not stored. */
  readonly address: string;
  /** The cookie of a known browser (`device.ts`); empty without one. */
  readonly device: string;
  /** The browser for display, such as `Firefox on Linux`; empty if the request does not tell. */
  readonly browser: string;
  /** Rough location: a country code, or a network without its last part. */
  readonly place: string;
}

/** For sessions opened without a request, by a test or a command. */
export const noVisit: Visit = { address: '', device: '', browser: '', place: '' };

const longestAgent = 500;

/** The browser names Bowser knows. For an unknown browser it takes the first part of the header as the name. */
const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));

/**
 * Browser and system of a request, by known names only: the text is mailed, also to an address that a stranger
 * has registered.
 */
function browserOf({ headers }: FastifyRequest): string {
  const agent = (headers['user-agent'] ?? '').slice(0, longestAgent);
  if (agent === '') return '';
  const { browser, os } = Bowser.parse(agent.replace(/\p{Cc}|\p{Cf}/gu, ' '));
  const known = browser.name !== undefined && browsers.has(browser.name);
  return [known && browser.name, os.name].filter(Boolean).join(' on ');
}

/** A network without its last part, to locate roughly without identifying. */
function roughNetwork(address: string): string {
  const network = networkOf(address);
  if (!network.includes(':')) return network.replace(/\.\d+$/, '.*');
  return `${network.split(':').slice(0, 3).join(':')}:*`;
}

/**
 * The visit of a request. `countryHeader` names the header in which the shop's proxy sends the client's country
 * (ISO 3166-1 alpha-2); empty if it sends none.
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
