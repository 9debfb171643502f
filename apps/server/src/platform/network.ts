/** Networks that addresses belong to. */
import { compile } from '@fastify/proxy-addr';

/** Whether an address is one of our own proxies, whose word on the client's address counts. */
export type IsProxy = (address: string, hop: number) => boolean;

/** The proxies that `TRUST_PROXY` names. */
export const proxiesOf = (trustProxy: string): IsProxy =>
  compile(trustProxy.split(',').map((one) => one.trim()));

const hexGroups = (part: string) => (part === '' ? [] : part.split(':'));

/**
 * What counts as one address of a network: an IPv4 address, or the half of an IPv6 address that a
 * customer of a network is given as a whole (all of it would give everybody endless addresses).
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1] ?? address;
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const start = hexGroups(head);
  const end = hexGroups(tail ?? '');
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  const groups = tail === undefined ? start : [...start, ...zeros, ...end];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
