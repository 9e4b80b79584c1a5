import type { PageFoot } from '#shared/article.ts';

export function PageEdge({ foot: { folio, running, side } }: { foot: PageFoot }) {
  return (
    <div className="page-end" aria-hidden="true">
      <span className="page-foot" data-folio={folio} data-running={running} data-side={side} />
    </div>
  );
}
