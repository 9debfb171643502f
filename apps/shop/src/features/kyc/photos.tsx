import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';

const labels = {
  docFront: text('kyc.doc.front'),
  docBack: text('kyc.doc.back'),
  docAddress: text('kyc.doc.address'),
  docSelffie: text('kyc.doc.selfie'),
};
export type PhotoName = keyof typeof labels;

/** Data URLs of the pictures chosen since the last reload; the server shows none. */
export type PhotoPreviews = Readonly<Partial<Record<PhotoName, string>>>;

interface PhotosProps {
  of: readonly PhotoName[];
  pictures: PhotoPreviews;
  /** As thumbnails in the review. */
  small?: boolean;
}

/** The chosen pictures; after a reload a sentence that they are saved, or nothing where they are large. */
export function Photos({ of, pictures, small = false }: PhotosProps) {
  if (of.some((name) => !pictures[name]))
    return small ? (
      <p className="text-13 font-normal text-soft">
        {of.length > 1 ? text('upload.kept.both') : text('upload.kept')}
      </p>
    ) : null;
  return (
    <div className="flex flex-wrap gap-2">
      {of.map((name) => (
        <img
          key={name}
          src={pictures[name]}
          alt={labels[name]}
          className={cx(
            'rounded-small border border-line bg-sunken object-contain',
            small ? 'h-14 w-20' : 'h-32 min-w-0 flex-1',
          )}
        />
      ))}
    </div>
  );
}
