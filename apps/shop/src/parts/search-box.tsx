import { text } from '@giftlane/contract/messages.ts';
import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { controlClass } from '../ui/field.tsx';

const pauseMs = 250;

interface SearchBoxProps {
  /** What it searches; also its name. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
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
  const change = (value: string, delayMs: number) => {
    setTyped(value);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      setSent(value);
      onSearch(value);
    }, delayMs);
  };
  return (
    <search className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-soft"
      />
      <input
        type="search"
        value={typed}
        maxLength={100}
        onChange={(event) => change(event.target.value, pauseMs)}
        placeholder={label}
        aria-label={label}
        className={`${controlClass} px-11`}
      />
      {typed && (
        <button
          type="button"
          aria-label={text('catalogue.clearSearch')}
          onClick={() => change('', 0)}
          className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-control text-soft hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </search>
  );
}
