import { type ComponentType, lazy, Suspense } from 'react';

/** A part whose code is loaded when it is first shown, as a dialog's is; until it is there, nothing stands in its place. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(load);
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
