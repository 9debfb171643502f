import { cx } from '@giftlane/ui/cx.ts';
import { codeGroups } from './code-groups.ts';

/** A code, grouped in fours; selecting it by hand takes no gaps along. */
export function CodeText({ code, className }: { code: string; className?: string }) {
  const groups = codeGroups(code);
  return (
    <span className={cx('code-groups', className)}>
      {groups.map((group, index) => (
        // The place is what tells equal groups apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}
