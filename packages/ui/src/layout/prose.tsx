/** Plain text as paragraphs, with line breaks; never as markup, as it is user input. */
export function Prose({ children }: { children: string }) {
  const paragraphs = children.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <div className="max-w-prose space-y-4 text-soft">
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  );
}
