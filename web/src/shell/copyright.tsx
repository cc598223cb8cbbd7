/** The current year and the company's copyright line, the same under every page (spec, section 1). */
export function Copyright({ companyName }: { companyName: string }) {
  return (
    <span>
      {new Date().getFullYear()} © <bdi>{companyName}</bdi>
    </span>
  );
}
