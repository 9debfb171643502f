import { text } from '@giftlane/texts/text.ts';
import { Search, X } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { controlClass } from './field.tsx';
import { useFollowedValue } from './use-followed-value.ts';

const pauseMs = 250;

interface SearchBoxProps {
  /** Placeholder and accessible name. */
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

/** A search field with a button that clears it. */
export function SearchField(props: SearchFieldProps) {
  const { label, clearLabel, value, onChange, onClear = () => onChange(''), ...rest } = props;
  return (
    <search className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-soft"
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
            // The button is removed now.
            currentTarget.parentElement?.querySelector('input')?.focus();
            onClear();
          }}
          className="absolute inset-y-0 end-0 inline-flex w-11 items-center justify-center rounded-control text-soft hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </search>
  );
}

/** A search field that searches after a pause in typing (CAT-03). */
export function SearchBox({ label, search, onSearch }: SearchBoxProps) {
  const { typed, setTyped, report } = useFollowedValue(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;
  // A navigation that has begun cancels the search, which would change the address.
  useEffect(() => {
    if (next !== pathname) clearTimeout(pause.current);
  }, [next, pathname]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const searchNow = (value: string) => {
    clearTimeout(pause.current);
    report(value);
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
        // Not the Enter that confirms a word of an input method.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        searchNow(typed);
        event.currentTarget.blur(); // Closes a phone's keyboard.
      }}
      enterKeyHint="search"
    />
  );
}
