import { plain } from '@giftlane/contract/members/letters.ts';
import { text } from '@giftlane/texts/text.ts';
import { controlClass } from '@giftlane/ui/form/field.tsx';
import { useState } from 'react';
import { BrandListSkeleton, shownAtOnce } from './brand-list-skeleton.tsx';

interface Name {
  _id: string;
  sTitle: string;
}

interface BrandFilterProps {
  /** Undefined while loading. */
  names: readonly Name[] | undefined;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** The chosen brands first, then those whose name contains the typed text. */
function matchingNames(names: readonly Name[], chosen: readonly string[], typed: string) {
  const wanted = plain(typed.trim());
  const isChosen = ({ _id }: Name) => chosen.includes(_id);
  const found = names.filter((name) => !isChosen(name) && plain(name.sTitle).includes(wanted));
  const shown = [...names.filter(isChosen), ...found.slice(0, shownAtOnce)];
  return { shown, hidden: Math.max(0, found.length - shownAtOnce), none: found.length === 0 };
}

/** Filters the list by brands (CAT-08). */
export function BrandFilter({ names, chosen, onChange }: BrandFilterProps) {
  const [typed, setTyped] = useState('');
  const { shown, hidden, none } = matchingNames(names ?? [], chosen, typed);
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{text('catalogue.brands')}</legend>
      <input
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={text('catalogue.brands.search')}
        aria-label={text('catalogue.brands.search')}
        className={controlClass}
      />
      {names ? (
        <ul className="mt-2">
          {shown.map(({ _id, sTitle }) => (
            <li key={_id}>
              <label className="flex min-h-9 cursor-pointer items-center gap-3 rounded-small px-1 hover:bg-sunken">
                <input
                  type="checkbox"
                  checked={chosen.includes(_id)}
                  onChange={(event) => toggle(_id, event.target.checked)}
                  className="size-4 accent-leaf"
                />
                <span className="truncate">{sTitle}</span>
              </label>
            </li>
          ))}
        </ul>
      ) : (
        <BrandListSkeleton />
      )}
      <p className="mt-1 min-h-lh px-1 text-13 text-soft" aria-live="polite">
        {names && none && typed && text('catalogue.brands.none')}
        {hidden > 0 && text('catalogue.brands.more', { count: hidden })}
      </p>
    </fieldset>
  );
}
