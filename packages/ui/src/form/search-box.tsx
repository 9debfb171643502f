import { text } from '@giftlane/texts/text.ts';
import { Search, X } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { controlClass } from './field.tsx';

const pauseMs = 250;

interface SearchBoxProps {
  /** What it searches; also its name. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  onClear?: () => void;
}

/** A field to search by, and what empties it. */
export function SearchField(props: SearchFieldProps) {
  const { label, clearLabel, value, onChange, onClear = () => onChange(''), ...rest } = props;
  return (
    <search className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-soft"
      />
      <input
        {...rest}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={label}
        aria-label={label}
        className={`${controlClass} px-11`}
      />
      {value && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={({ currentTarget }) => {
            // It leaves the page now, and would take the focus along.
            currentTarget.parentElement?.querySelector('input')?.focus();
            onClear();
          }}
          className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-control text-soft hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </search>
  );
}

/** Searches as one types, after a short pause (CAT-03). */
export function SearchBox({ label, search, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(search);
  const [sent, setSent] = useState(search);
  const [seen, setSeen] = useState(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed. If not by us (Back, Reset), the box follows; otherwise typing goes on.
  if (search !== seen) {
    setSeen(search);
    if (search !== sent) setTyped(search);
  }
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;
  // On the way to another page, what was typed last must neither stop that nor end up in its address.
  useEffect(() => {
    if (next !== pathname) clearTimeout(pause.current);
  }, [next, pathname]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const searchNow = (value: string) => {
    clearTimeout(pause.current);
    setSent(value);
    onSearch(value);
  };
  const change = (value: string) => {
    setTyped(value);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => searchNow(value), pauseMs);
  };
  return (
    <SearchField
      label={label}
      clearLabel={text('catalogue.clearSearch')}
      value={typed}
      maxLength={100}
      onChange={change}
      onClear={() => {
        setTyped('');
        searchNow('');
      }}
      onKeyDown={(event) => {
        // Enter that picks a word of an input method is not meant for the search.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        searchNow(typed);
        event.currentTarget.blur(); // A phone puts its keyboard away.
      }}
      enterKeyHint="search"
    />
  );
}
