// A lint rule: names at the level of a module that say nothing of what they hold or do (docs/first-change.md).

const emptyNames = new Set(
  'known made told found taken passed given kept said seen heard one other own openly look take pass ask says goOn at below decoded hoisted internal damaged unreadable migrated grouped accepted bounded readable surplus losses complete extracting goes inside preparing'.split(
    ' ',
  ),
);

/** @type {import('eslint').Rule.RuleModule} */
export const plainNames = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      empty:
        '«{{name}}» says nothing: name a cache after what it holds, a function after its verb and its thing.',
    },
  },
  create(context) {
    /** @param {import('eslint').Rule.Node} node */
    const check = (node) => {
      if (!('id' in node) || node.id?.type !== 'Identifier' || !emptyNames.has(node.id.name)) return;
      context.report({ node: node.id, messageId: 'empty', data: { name: node.id.name } });
    };
    return {
      ':matches(Program, Program > ExportNamedDeclaration) > FunctionDeclaration': check,
      ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator': check,
    };
  },
};
