import type { SearchedUser } from '@giftlane/contract/members/people.ts';
import { useMediaUrl } from '../../../session/options.ts';

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase();

/** Picture, name, masked email address and phone number of a member. */
export function Person({ person }: { person: SearchedUser }) {
  const picture = useMediaUrl(person.sProfilePicture);
  return (
    <span className="flex min-w-0 items-center gap-3 text-start">
      {picture ? (
        <img src={picture} alt="" className="size-10 shrink-0 rounded-pill object-cover" />
      ) : (
        <span
          aria-hidden="true"
          className="inline-flex size-10 shrink-0 items-center justify-center rounded-pill bg-leaf-tint text-13 font-semibold text-leaf"
        >
          {initialsOf(person.sFullName)}
        </span>
      )}
      <span className="min-w-0">
        <span className="line-clamp-2 font-medium">{person.sFullName}</span>
        <span className="block truncate text-13 text-soft">
          {[person.sEmail, person.sMobileNumber].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  );
}
