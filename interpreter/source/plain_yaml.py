"""The plainest YAML: texts, lists and mappings. It comes from strangers, so what YAML can do besides is refused."""

from __future__ import annotations

from typing import Any

import yaml

DEEPEST = 3


class PlainLoader(yaml.BaseLoader):
    """No anchors that multiply, no tags that build objects, no key twice."""

    depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _refused(event, "anchors and aliases (`&` and `*`) are not used here")
        if getattr(event, "tag", None) is not None:
            raise _refused(event, "tags (`!`) are not used here")
        self.depth += 1
        if self.depth > DEEPEST:
            raise _refused(event, "it goes too deep")
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def compose_mapping_node(self, anchor: Any) -> Any:
        node = super().compose_mapping_node(anchor)
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise _refused(key, "a key is a single word")
            if key.value in seen:
                raise _refused(key, f"`{key.value[:40]}` stands here twice")
            seen.add(key.value)
        return node


def _refused(place: Any, why: str) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=why, problem_mark=place.start_mark)
