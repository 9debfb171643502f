import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { controlClass } from '@giftlane/ui/form/field.tsx';
import { Search } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { useNavigate } from 'react-router';

/** Searches the catalogue. Works without a script. */
export function SearchForm() {
  const navigate = useNavigate();
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const word = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    void navigate(word ? `/gift-cards?search=${encodeURIComponent(word)}` : '/gift-cards');
  };
  return (
    <search className="w-full">
      <form action="/gift-cards" onSubmit={search} className="flex max-w-form gap-2">
        <span className="relative grow">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-soft"
          />
          <input
            type="search"
            name="search"
            maxLength={100}
            enterKeyHint="search"
            placeholder={text('catalogue.search.placeholder')}
            aria-label={text('catalogue.search.placeholder')}
            className={`${controlClass} ps-11`}
          />
        </span>
        <Button type="submit">{text('home.search')}</Button>
      </form>
    </search>
  );
}
