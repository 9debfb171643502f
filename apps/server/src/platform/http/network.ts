/** Networks of client addresses. */
import { compile } from '@fastify/proxy-addr';

/** Whether an address is a trusted proxy. */
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
  return cut(address, { figures: 4, groups: 4 });
}

/**
 * What surrounds that: 256 addresses of IPv4, or of IPv6 the /48 that is the most a customer is given, for what
 * somebody with many networks must not use up.
 */
export function wideNetworkOf(address: string): string {
  return cut(address, { figures: 3, groups: 3 });
}

/** The first `figures` of four of an IPv4 address, or the first `groups` of eight of an IPv6 one. */
function cut(address: string, { figures, groups: kept }: { figures: number; groups: number }) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  const [, v4 = address] = mapped ?? [];
  if (/^\d+\.\d+\.\d+\.\d+$/.test(v4))
    return figures === 4 ? v4 : `${v4.split('.').slice(0, figures).join('.')}.0/${figures * 8}`;
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const start = hexGroups(head);
  const end = hexGroups(tail ?? '');
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  const groups = tail === undefined ? start : [...start, ...zeros, ...end];
  return `${groups
    .slice(0, kept)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${kept * 16}`;
}
