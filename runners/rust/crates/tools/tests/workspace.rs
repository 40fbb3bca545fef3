//! What lies in a workspace and what does not.

use std::env::temp_dir;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process;

use hanzo_tools::Workspace;

fn folder(name: &str) -> PathBuf {
    let root = temp_dir().join(format!("hanzo-tools-{}-{name}", process::id()));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("inside")).unwrap();
    root
}

#[test]
fn a_path_in_the_folder_is_located_whether_it_exists_or_not() {
    let root = folder("plain");
    let workspace = Workspace::new(root.join("inside").to_str().unwrap());
    let uri = workspace.uri(&workspace.root().join("a/b"));
    assert_eq!(workspace.locate(&uri).unwrap(), workspace.root().join("a/b"));
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn a_link_that_leads_out_is_refused_and_one_that_stays_is_followed() {
    let root = folder("links");
    let workspace = Workspace::new(root.join("inside").to_str().unwrap());
    symlink("..", workspace.root().join("out")).unwrap();
    symlink("there", workspace.root().join("in")).unwrap();
    let out = workspace.uri(&workspace.root().join("out/secret"));
    assert_eq!(workspace.locate(&out).unwrap_err().code, "PERMISSION_DENIED");
    let inside = workspace.uri(&workspace.root().join("in/file"));
    assert_eq!(workspace.locate(&inside).unwrap(), workspace.root().join("there/file"));
    fs::remove_dir_all(root).unwrap();
}
