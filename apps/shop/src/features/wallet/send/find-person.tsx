import { messageOf } from '@giftlane/client/api-error.ts';
import { apiPageQuery } from '@giftlane/client/queries.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { leastSearched, mostFound, type SearchedUser } from '@giftlane/contract/members/people.ts';
import { text } from '@giftlane/texts/text.ts';
import { usePaused } from '@giftlane/ui/browser/use-paused.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Person } from './person.tsx';

interface FindPersonProps {
  member: User;
  onFound: (person: SearchedUser) => void;
}

/** Matches an email address or phone number, by which only some members can be found. */
const contact = /@|^[\d\s+()./-]+$/;

/** Searches for the member to send to (WAL-33, WAL-34, WAL-36). */
export function FindPerson({ member, onFound }: FindPersonProps) {
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const search = usePaused(typed.trim());
  const enough = search.length >= leastSearched;
  const { data, error, isFetching } = useQuery({
    ...apiPageQuery('POST /searchuser', { body: { search, limit: mostFound, start: 0 } }),
    enabled: enough,
    placeholderData: keepPreviousData,
    // Names of others are not cached.
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  });
  const found = enough ? data : undefined;
  const words = () => {
    if (!enough || isFetching) return '';
    if (error) return messageOf(error);
    if (found?.items.length === 0)
      return text(contact.test(search) ? 'wallet.send.nobody.contact' : 'wallet.send.nobody');
    if (found && found.total > found.items.length) return text('wallet.send.more');
    return '';
  };
  return (
    <>
      <TextField
        autoFocus
        type="search"
        label={text('wallet.send.to')}
        help={text('wallet.send.to.help')}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          list.current?.querySelector('button')?.focus();
        }}
      />
      <ul ref={list} aria-label={text('wallet.send.found')} className="-mx-2 mt-2">
        {found?.items.map((person) => {
          const other = person.eCurrency !== member.eCurrency;
          return (
            <li key={person._id}>
              <button
                type="button"
                disabled={other}
                onClick={() => onFound(person)}
                className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-control p-2 hover:bg-sunken disabled:pointer-events-none"
              >
                <span className={cx('min-w-0', other && 'text-soft')}>
                  <Person person={person} />
                </span>
                {other && (
                  <span className="w-full ps-13 text-start text-13 text-soft">
                    {text('wallet.send.otherCurrency', {
                      currency: person.eCurrency.toUpperCase(),
                      own: member.eCurrency.toUpperCase(),
                    })}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <p aria-live="polite" className="mt-1 text-13 text-soft">
        {words()}
      </p>
    </>
  );
}
