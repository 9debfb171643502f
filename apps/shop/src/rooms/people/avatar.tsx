import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { useMediaUrl } from '../../session/options.ts';

/** The member's picture, or their initials; `className` sets the size. */
export function Avatar({ member, className }: { member: User; className: string }) {
  const address = useMediaUrl(member.sProfilePicture);
  const shape = cx('shrink-0 rounded-pill border border-line', className);
  if (address)
    return (
      <img
        src={address}
        alt={text('profile.picture.of', { name: member.sFullName })}
        className={cx(shape, 'object-cover')}
      />
    );
  const letters = [member.sFirstName, member.sLastName].map((name) => [...name][0] ?? '').join('');
  return (
    <span
      aria-hidden="true"
      className={cx(
        shape,
        'inline-flex items-center justify-center bg-leaf-tint font-display font-semibold text-leaf uppercase',
      )}
    >
      {member.sProfilePicture ? '' : letters}
    </span>
  );
}
