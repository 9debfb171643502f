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
    sSignInEmail: member.email,
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
