import { buttonClass } from '@giftlane/ui/controls/button.tsx';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { cx } from '@giftlane/ui/cx.ts';

interface FileButtonProps {
  label: string;
  accept: string;
  busy: boolean;
  described?: string;
  primary?: boolean;
  onFile: (file: File) => void;
}

/** A file input that looks like a button. */
export const FileButton = ({
  label,
  accept,
  busy,
  described,
  primary,
  onFile,
}: FileButtonProps) => (
  <label
    className={cx(
      buttonClass(primary ? { look: 'primary' } : { size: 'small' }),
      'relative cursor-pointer has-focus-visible:outline-(length:--ring-width) has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
    )}
  >
    {busy && <Spinner />}
    {label}
    <input
      type="file"
      accept={accept}
      disabled={busy}
      aria-describedby={described}
      className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onFile(file);
        // The same file may be chosen again after it was mended.
        target.value = '';
      }}
    />
  </label>
);
