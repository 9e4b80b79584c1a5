import { useEffect, useRef, type ReactNode } from 'react';

interface Part {
  slug: string;
  label: string;
}

interface PartsBenchProps<Name extends Part> {
  /** Of the list of parts. */
  name: string;
  parts: readonly Name[];
  current: Name;
  onPart(slug: string): void;
  /** The bar below, which says what came of saving. */
  end: ReactNode;
  preview?: { isShown: boolean; element: ReactNode };
  children: ReactNode;
}

/** A sheet in parts: their list, the fields of one, beside them what they make, below one bar for all. */
export function PartsBench<Name extends Part>(props: PartsBenchProps<Name>) {
  const { name, parts, current, onPart, end, preview, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const drawer = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // Without braces the effect would return the promise of newer browsers as its cleanup.
    fields.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [current.slug]);
  const list = (
    <ol role="list">
      {parts.map(({ slug, label }) => (
        <li key={slug}>
          <button
            type="button"
            aria-current={slug === current.slug ? 'page' : undefined}
            onClick={() => {
              if (drawer.current) drawer.current.open = false;
              onPart(slug);
              heading.current?.focus();
            }}
          >
            {label}
          </button>
        </li>
      ))}
    </ol>
  );
  return (
    <div className="bench" data-previewed={preview?.isShown}>
      <nav className="bench-contents" aria-label={name}>
        <details ref={drawer}>
          <summary>{current.label}</summary>
          {list}
        </details>
        <div>{list}</div>
      </nav>
      <div ref={fields} className="bench-fields">
        <h3 ref={heading} tabIndex={-1} className="text-[1.375rem] font-semibold leading-[1.2]">
          {current.label}
        </h3>
        {children}
      </div>
      {preview?.element}
      <div className="book-end admin-form-end">{end}</div>
    </div>
  );
}
