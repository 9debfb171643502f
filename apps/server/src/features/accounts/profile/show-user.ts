import type { User } from '@giftlane/contract/members/accounts.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { toWire } from '@giftlane/contract/money/money.ts';
import { balanceOf, walletOf } from '../../../ledger/ledger.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { findMember, type Member } from '../queries.ts';

/** What `showUser` needs; the coin feature provides the coin wallets. */
export interface UserParts {
  readonly db: Db;
  /** The member's wallets of the coins this shop supports. */
  readonly coinWallets: (memberId: string) => Promise<CoinWallet[]>;
}

function toUser(member: Member, balanceMinor: bigint, coinWallets: CoinWallet[]): User {
  return {
    _id: member.id,
    sFirstName: member.firstName,
    sLastName: member.lastName,
    sFullName: member.fullName,
    // The pending address, not verified, until it takes effect (OPEN-57).
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
    bLocked: member.locked,
    aCryptoWallets: coinWallets,
    nMembershipLevel: member.membershipLevel,
    dCreatedAt: member.createdAt.toISOString(),
  };
}

/**
 * The member in wire format, with the balances of their wallets. Refuses `session.required` for an unknown
 * member.
 */
export async function showUser({ db, coinWallets }: UserParts, memberId: string): Promise<User> {
  const [member, wallets] = await Promise.all([findMember(db, memberId), coinWallets(memberId)]);
  if (!member) throw new Refusal('session.required');
  return toUser(member, await balanceOf(db, walletOf(member.id, member.currency)), wallets);
}
