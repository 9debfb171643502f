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
  /** For a form that looks for more than it has marked so far. */
  onShow?: (button: HTMLElement) => void;
}

/**
 * Beside a button that is closed while errors exist (OPEN-31): leads to the first field that is wrong,
 * which may have been scrolled out of sight; it is looked for around the button, the nearest part of the page first.
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
