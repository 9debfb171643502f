import { text } from '@giftlane/texts/text.ts';

function showFirst(button: HTMLElement): void {
  const wrong = button
    .closest(':has([aria-invalid="true"])')
    ?.querySelector<HTMLElement>('[aria-invalid="true"]');
  wrong?.scrollIntoView({ block: 'center' });
  wrong?.focus({ preventScroll: true });
}

interface ShowWrongProps {
  words?: string;
  /** In place of showing the first field that is marked as wrong. */
  onShow?: (button: HTMLElement) => void;
}

/**
 * A button that scrolls to the first wrong field and focuses it, beside a disabled submit (OPEN-31). The field is searched
 * in the nearest ancestor that has one.
 */
export function ShowWrong({ words = text('form.showWrong'), onShow = showFirst }: ShowWrongProps) {
  return (
    <button
      type="button"
      className="min-h-9 px-3 text-13 font-semibold underline underline-offset-4 hover:no-underline"
      onClick={({ currentTarget }) => onShow(currentTarget)}
    >
      {words}
    </button>
  );
}
