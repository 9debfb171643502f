import type { User } from '@giftlane/contract/members/accounts.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { toWire } from '@giftlane/contract/money/money.ts';
import { balanceOf, walletOf } from '../../../ledger/ledger.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { findMember, type Member } from '../queries.ts';

/** What showing a member takes; of their coins the feature that keeps them tells. */
export interface UserParts {
  readonly db: Db;
  /** The member's wallets of the coins this shop has. */
  readonly coinWallets: (memberId: string) => Promise<CoinWallet[]>;
}

function toUser(member: Member, balanceMinor: bigint, coinWallets: CoinWallet[]): User {
  return {
    _id: member.id,
    sFirstName: member.firstName,
    sLastName: member.lastName,
    sFullName: member.fullName,
    // The address they want, not verified, until it counts (OPEN-57).
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

/** The member as the wire shows it, with what is in their wallets. Refuses `session.required` for nobody. */
export async function showUser({ db, coinWallets }: UserParts, memberId: string): Promise<User> {
  const [member, wallets] = await Promise.all([findMember(db, memberId), coinWallets(memberId)]);
  if (!member) throw new Refusal('session.required');
  return toUser(member, await balanceOf(db, walletOf(member.id, member.currency)), wallets);
}
