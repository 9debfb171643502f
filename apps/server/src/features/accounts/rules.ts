/** Pure decisions about accounts. */
import type { User } from '@giftlane/contract/accounts.ts';
import { toWire } from '@giftlane/contract/money.ts';
import type { Member } from './queries.ts';

/** How e-mail addresses are compared: in lower case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** The member as the wire shows it, with the balance of their wallet. */
export function toUser(member: Member, balanceMinor: bigint): User {
  return {
    _id: member.id,
    sFirstName: member.firstName,
    sLastName: member.lastName,
    sFullName: member.fullName,
    // The address they want, not verified, until it counts (decision 57).
    sEmail: member.pendingEmail ?? member.email,
    isEmailVerified: member.pendingEmail === null && member.emailVerifiedAt !== null,
    sMobileNumber: member.mobile,
    sCountryCode: member.dialCode,
    oCountry: { value: member.countryCode, label: member.countryName },
    eCurrency: member.currency,
    sProfilePicture: member.picture,
    sKycStatus: member.kycStatus,
    nWallet: toWire(balanceMinor),
    bUseWallet: member.useWallet,
    aCryptoWallets: [],
    nMembershipLevel: member.membershipLevel,
    dCreatedAt: member.createdAt.toISOString(),
  };
}

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
