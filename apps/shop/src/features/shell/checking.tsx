import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { Title } from '@giftlane/ui/layout/page.tsx';

/** A page that waits for one answer. */
export function Checking({ title }: { title: string }) {
  return (
    <div className="page-width flex flex-col items-center gap-4 py-24 text-center" role="status">
      <Title>{title}</Title>
      <Spinner className="size-8 text-leaf" />
      <h1 className="text-21 font-semibold">{title}</h1>
    </div>
  );
}
