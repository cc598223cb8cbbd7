import { parseSync } from 'vite';

/** A change of the code between two places that a test should notice; `what` says it in words. */
export type Candidate = { start: number; end: number; text: string; what: string };

/** A node of the syntax tree (ESTree with TypeScript's nodes). */
type Syntax = { type: string; start: number; end: number; [key: string]: unknown };

const otherOperator: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Returns all changes of one operator, constant, condition or call in a file. */
export function candidatesIn(file: string, code: string): Candidate[] {
  const found: Candidate[] = [];
  const textOf = ({ start, end }: Syntax) => code.slice(start, end);
  const add = ({ start, end }: { start: number; end: number }, text: string, what: string) =>
    found.push({ start, end, text, what });

  function changeOperator({ operator, left, right }: Syntax): void {
    const [a, b] = [left as Syntax, right as Syntax];
    const other = otherOperator[String(operator)];
    // Between two texts, + is no sum.
    const isText = [a, b].some(
      ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string',
    );
    if (!other || (operator === '+' && isText)) return;
    const start = code.indexOf(String(operator), a.end);
    if (start < 0 || start >= b.start) return;
    const end = start + String(operator).length;
    add({ start, end }, other, `${operator} becomes ${other}`);
  }

  function changeConstant(node: Syntax): void {
    const { value } = node;
    if (typeof value === 'boolean') add(node, `${!value}`, `${value} becomes ${!value}`);
    if (typeof value === 'number') {
      const other = value === 0 ? '1' : '0';
      add(node, other, `${textOf(node)} becomes ${other}`);
    }
  }

  function visit(node: Syntax): void {
    // Types are checked by the compiler, and imports name files.
    if (/^TS(?!As|NonNull|Satisfies)|^Import|^ExportAll/.test(node.type)) return;
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') changeOperator(node);
    if (node.type === 'Literal') changeConstant(node);
    if (/^(If|While)Statement$|^ConditionalExpression$/.test(node.type)) {
      const test = node.test as Syntax;
      add(test, `!(${textOf(test)})`, `the condition ${short(textOf(test))} becomes its contrary`);
    }
    if (node.type === 'ExpressionStatement' && isCall(node.expression as Syntax)) {
      add(node, ';', `the call ${short(textOf(node))} goes`);
    }
    for (const [key, child] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType') continue;
      // A number as the name of a property is no constant.
      if (key === 'key' && node.type === 'Property') continue;
      for (const one of Array.isArray(child) ? child : [child]) {
        if (one && typeof one === 'object' && typeof one.type === 'string') visit(one);
      }
    }
  }

  visit(parseSync(file, code).program as unknown as Syntax);
  return found;
}

function isCall({ type, argument }: Syntax): boolean {
  return type === 'CallExpression' || (type === 'AwaitExpression' && isCall(argument as Syntax));
}

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};
